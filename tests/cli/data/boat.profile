# only water, two cells wide
size=1
*=0, W=1
